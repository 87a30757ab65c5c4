// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ApprovalProxy} from "../../src/ApprovalProxy.sol";
import {Router} from "../../src/Router.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Plan, PlanCall, Settlement} from "../../src/interfaces/IRouter.sol";
import {DepositoryFixture} from "./DepositoryFixture.sol";
import {Pool} from "./Pools.sol";
import {PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice A router over a depository, a pool that gives two for one, and a user who approved the proxy alone.
abstract contract RouterFixture is DepositoryFixture {
    uint256 internal constant OWNER_KEY = 0x0e4;
    address internal signer = vm.addr(OWNER_KEY);

    Router internal router;
    ApprovalProxy internal proxy;
    Pool internal pool;
    PlainToken internal output;

    function setUp() public virtual override {
        super.setUp();
        router = new Router(address(depository));
        proxy = router.PROXY();
        pool = new Pool();
        output = new PlainToken();
        output.mint(address(pool), 1_000_000);
        token.mint(address(pool), 1_000_000);
        token.mint(signer, 1_000);
        vm.deal(address(pool), 1_000_000);
        vm.deal(signer, 1_000);
        vm.prank(user);
        token.approve(address(proxy), type(uint256).max);
    }

    /// @dev Swaps `amount` of the token into the output, of which at least `minimum` goes to the recipient.
    function swapPlan(uint256 amount, uint256 minimum) internal view returns (Plan memory plan) {
        plan = planOf(address(output), minimum, type(uint256).max);
        plan.calls = one(
            PlanCall(address(pool), 0, abi.encodeCall(pool.swapTokens, (token, amount, output)), address(token), amount)
        );
    }

    /// @dev Calls nothing and pays the recipient.
    function planOf(address asset, uint256 minimum, uint256 maximum) internal view returns (Plan memory plan) {
        plan.settlement = Settlement(0, recipient, asset, minimum, maximum);
        plan.refundTo = user;
        plan.deadline = START + 60;
    }

    function one(PlanCall memory call) internal pure returns (PlanCall[] memory calls) {
        calls = new PlanCall[](1);
        calls[0] = call;
    }

    function callTo(address to, bytes memory data) internal pure returns (PlanCall[] memory) {
        return one(PlanCall(to, 0, data, address(0), 0));
    }

    function pull(uint256 amount, Plan memory plan) internal returns (uint256) {
        vm.prank(user);
        return proxy.pull(address(token), amount, plan);
    }

    /// @dev Nothing stays with the contracts or with the account that carried the plan out.
    function assertNothingLeft(address runner, IERC20 asset) internal view {
        address[3] memory holders = [address(router), address(proxy), runner];
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(asset.balanceOf(holders[i]), 0, "balance");
            vm.assertEq(holders[i].balance, 0, "native");
            vm.assertEq(asset.allowance(holders[i], address(pool)), 0, "pool");
            vm.assertEq(asset.allowance(holders[i], address(depository)), 0, "depository");
        }
    }
}
