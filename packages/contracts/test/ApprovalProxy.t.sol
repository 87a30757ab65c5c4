// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {Authorization, IApprovalProxy, Permit} from "../src/interfaces/IApprovalProxy.sol";
import {IRouter, Plan} from "../src/interfaces/IRouter.sol";
import {TestUSDC} from "../src/test-tokens/TestUSDC.sol";
import {ContractSigner} from "./support/Accounts.sol";
import {RouterFixture} from "./support/RouterFixture.sol";
import {vm} from "./support/Vm.sol";
import {PlainToken} from "./support/WeirdTokens.sol";

/// @notice Takes part in everything that a token should refuse.
contract ConsentingToken is PlainToken {
    function receiveWithAuthorization(
        address,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        uint8,
        bytes32,
        bytes32
    ) external {
        _mint(to, value);
    }
}

contract ApprovalProxyTest is RouterFixture {
    TestUSDC private usdc;

    function setUp() public override {
        super.setUp();
        usdc = new TestUSDC(address(this));
        usdc.mint(signer, 1_000);
        usdc.mint(user, 1_000);
    }

    // Allowances

    function test_NobodyPullsFromSomebodyElse() public {
        Plan memory plan = planOf(address(token), 1, 100);
        uint256 before = token.balanceOf(user);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(proxy), 0, 100)
        );
        vm.prank(stranger);
        proxy.pull(address(token), 100, plan);
        vm.expectRevert(IApprovalProxy.InvalidSignature.selector);
        vm.prank(stranger);
        proxy.pullSigned(user, address(token), 100, plan, _noPermit(), "");
        vm.assertEq(token.balanceOf(user), before);
    }

    function testFuzz_NoSignatureButTheOwnersPulls(uint256 key, bytes32 digest) public {
        key = 1 + key % (2 ** 250);
        vm.assume(key != OWNER_KEY);
        Plan memory plan = planOf(address(token), 1, 100);
        bytes memory other = _sign(key, proxy.hashTransfer(signer, address(token), 100, plan));
        vm.expectRevert(IApprovalProxy.InvalidSignature.selector);
        proxy.pullSigned(signer, address(token), 100, plan, _noPermit(), other);
        bytes memory foreign = _sign(OWNER_KEY, digest);
        vm.expectRevert(IApprovalProxy.InvalidSignature.selector);
        proxy.pullSigned(signer, address(token), 100, plan, _noPermit(), foreign);
    }

    // Permits of the caller

    function test_PullsWithAPermit() public {
        Plan memory plan = _usdcPlan();
        Permit memory permit = _permit(100);
        vm.prank(signer);
        proxy.pullWithPermit(address(usdc), 100, plan, permit);
        vm.assertEq(usdc.balanceOf(recipient), 100);
        vm.assertEq(usdc.allowance(signer, address(proxy)), 0);
    }

    function test_N15_APermitThatSomebodySubmittedFirstStillCounts() public {
        Plan memory plan = _usdcPlan();
        Permit memory permit = _permit(100);
        vm.prank(stranger);
        usdc.permit(signer, address(proxy), 100, permit.deadline, permit.v, permit.r, permit.s);
        vm.prank(signer);
        proxy.pullWithPermit(address(usdc), 100, plan, permit);
        vm.assertEq(usdc.balanceOf(recipient), 100);
    }

    function test_ABadPermitIsMissedAllowance() public {
        Permit memory permit = _permit(100);
        permit.r = bytes32(uint256(1));
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(proxy), 0, 100)
        );
        vm.prank(signer);
        proxy.pullWithPermit(address(usdc), 100, _usdcPlan(), permit);
    }

    // Signed transfers

    function test_AnybodySubmitsASignedTransferOnce() public {
        Plan memory plan = _usdcPlan();
        Permit memory permit = _permit(100);
        bytes memory signature = _sign(OWNER_KEY, proxy.hashTransfer(signer, address(usdc), 100, plan));
        vm.prank(stranger);
        proxy.pullSigned(signer, address(usdc), 100, plan, permit, signature);
        vm.assertEq(usdc.balanceOf(recipient), 100);
        vm.prank(signer);
        usdc.approve(address(proxy), 100);
        address runner = router.runnerOf(signer, address(usdc), plan);
        vm.expectRevert(abi.encodeWithSelector(IRouter.PlanAlreadyExecuted.selector, runner));
        proxy.pullSigned(signer, address(usdc), 100, plan, _noPermit(), signature);
        vm.assertEq(usdc.balanceOf(signer), 900);
    }

    function test_N16_ASignatureCoversEveryPartOfTheTransfer() public {
        Plan memory plan = _usdcPlan();
        vm.prank(signer);
        usdc.approve(address(proxy), 1_000);
        bytes memory signature = _sign(OWNER_KEY, proxy.hashTransfer(signer, address(usdc), 100, plan));
        _expectSignedRefused(address(usdc), 101, plan, signature);
        _expectSignedRefused(address(token), 100, plan, signature);
        Plan memory other = _usdcPlan();
        other.refundTo = stranger;
        _expectSignedRefused(address(usdc), 100, other, signature);
        other = _usdcPlan();
        other.settlement.account = stranger;
        _expectSignedRefused(address(usdc), 100, other, signature);
        other = _usdcPlan();
        other.calls = callTo(address(pool), "");
        _expectSignedRefused(address(usdc), 100, other, signature);
        other = _usdcPlan();
        other.touched = new address[](1);
        _expectSignedRefused(address(usdc), 100, other, signature);
        vm.chainId(4);
        _expectSignedRefused(address(usdc), 100, plan, signature);
    }

    function test_AContractSignsByItsOwnRule() public {
        ContractSigner wallet = new ContractSigner();
        token.mint(address(wallet), 100);
        vm.prank(address(wallet));
        token.approve(address(proxy), 100);
        Plan memory plan = planOf(address(token), 100, 100);
        vm.expectRevert(IApprovalProxy.InvalidSignature.selector);
        proxy.pullSigned(address(wallet), address(token), 100, plan, _noPermit(), "any");
        wallet.accept(proxy.hashTransfer(address(wallet), address(token), 100, plan));
        proxy.pullSigned(address(wallet), address(token), 100, plan, _noPermit(), "any");
        vm.assertEq(token.balanceOf(recipient), 100);
    }

    function test_AnAccountThatDelegatesItsCodeSignsWithItsKey() public {
        vm.etch(signer, address(new ContractSigner()).code);
        Plan memory plan = planOf(address(token), 100, 100);
        vm.prank(signer);
        token.approve(address(proxy), 100);
        bytes memory signature = _sign(OWNER_KEY, proxy.hashTransfer(signer, address(token), 100, plan));
        proxy.pullSigned(signer, address(token), 100, plan, _noPermit(), signature);
        vm.assertEq(token.balanceOf(recipient), 100);
    }

    // EIP-3009

    function test_N15_AnybodySubmitsAnAuthorizationOnce() public {
        Plan memory plan = _usdcPlan();
        Authorization memory authorization = _authorize(100, plan);
        vm.prank(stranger);
        proxy.pullAuthorized(signer, address(usdc), 100, plan, authorization);
        vm.assertEq(usdc.balanceOf(recipient), 100);
        vm.expectRevert(
            abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, signer, router.hashPlan(plan))
        );
        proxy.pullAuthorized(signer, address(usdc), 100, plan, authorization);
    }

    function test_N16_AnAuthorizationIsForItsPlanAlone() public {
        Plan memory plan = _usdcPlan();
        Authorization memory authorization = _authorize(100, plan);
        plan.settlement.account = stranger;
        vm.expectRevert();
        proxy.pullAuthorized(signer, address(usdc), 100, plan, authorization);
        vm.assertEq(usdc.balanceOf(signer), 1_000);
    }

    function test_NobodyTakesAnAuthorizationFromTheProxy() public {
        Plan memory plan = _usdcPlan();
        Authorization memory a = _authorize(100, plan);
        bytes32 nonce = router.hashPlan(plan);
        vm.expectRevert();
        vm.prank(stranger);
        usdc.receiveWithAuthorization(
            signer, address(proxy), 100, a.validAfter, a.validBefore, nonce, a.v, a.r, a.s
        );
        proxy.pullAuthorized(signer, address(usdc), 100, plan, a);
        vm.assertEq(usdc.balanceOf(recipient), 100);
    }

    function test_ATokenThatLiesUsesUpNobodysPlan() public {
        ConsentingToken liar = new ConsentingToken();
        Plan memory plan = _usdcPlan();
        Authorization memory authorization = _authorize(100, plan);
        usdc.mint(router.runnerOf(signer, address(liar), plan), 100);
        proxy.pullAuthorized(signer, address(liar), 100, plan, authorization);
        vm.assertEq(usdc.balanceOf(signer), 1_000);
        proxy.pullAuthorized(signer, address(usdc), 100, plan, authorization);
        vm.assertEq(usdc.balanceOf(recipient), 200);
    }

    function _usdcPlan() private view returns (Plan memory plan) {
        plan = planOf(address(usdc), 100, 100);
        plan.refundTo = signer;
    }

    function _noPermit() private pure returns (Permit memory) {
        return Permit(0, 0, 0, 0);
    }

    function _permit(uint256 amount) private view returns (Permit memory permit) {
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                signer,
                address(proxy),
                amount,
                usdc.nonces(signer),
                START + 60
            )
        );
        permit.deadline = START + 60;
        (permit.v, permit.r, permit.s) = vm.sign(OWNER_KEY, _usdcDigest(structHash));
    }

    function _authorize(uint256 amount, Plan memory plan) private view returns (Authorization memory authorization) {
        authorization.validBefore = START + 60;
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
                ),
                signer,
                address(proxy),
                amount,
                authorization.validAfter,
                authorization.validBefore,
                router.hashPlan(plan)
            )
        );
        (authorization.v, authorization.r, authorization.s) = vm.sign(OWNER_KEY, _usdcDigest(structHash));
    }

    function _usdcDigest(bytes32 structHash) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), structHash));
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _expectSignedRefused(address asset, uint256 amount, Plan memory plan, bytes memory signature) private {
        vm.expectRevert(IApprovalProxy.InvalidSignature.selector);
        proxy.pullSigned(signer, asset, amount, plan, _noPermit(), signature);
    }
}
