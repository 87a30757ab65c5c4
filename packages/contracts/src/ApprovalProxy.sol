// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {PlanHash} from "./PlanHash.sol";
import {Authorization, IApprovalProxy, Permit} from "./interfaces/IApprovalProxy.sol";
import {IReceiveWithAuthorization} from "./interfaces/IReceiveWithAuthorization.sol";
import {IRouter, Plan} from "./interfaces/IRouter.sol";
import {ISignatureTransfer} from "./interfaces/ISignatureTransfer.sol";

/// @title ApprovalProxy
/// @notice See {IApprovalProxy}. Immutable, without owner and without a way out for anything but {IApprovalProxy-pull}
/// and its kin; the only contracts it calls are tokens, Permit2 and the router.
contract ApprovalProxy is IApprovalProxy, EIP712 {
    using SafeERC20 for IERC20;

    /// @notice The canonical address of Permit2.
    ISignatureTransfer public constant PERMIT2 = ISignatureTransfer(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    /// @notice Who carries out plans.
    IRouter public immutable ROUTER;

    bytes32 private constant TRANSFER_TYPEHASH = keccak256(
        bytes.concat(
            "Transfer(address owner,address token,uint256 amount,Plan plan)",
            PlanHash.PLAN_TYPE,
            PlanHash.CALL_TYPE,
            PlanHash.SETTLEMENT_TYPE
        )
    );

    /// @param router Who carries out plans.
    constructor(IRouter router) EIP712("PortageApprovalProxy", "1") {
        ROUTER = router;
    }

    /// @inheritdoc IApprovalProxy
    function pull(address token, uint256 amount, Plan calldata plan) external payable returns (uint256) {
        return _pull(msg.sender, token, amount, plan);
    }

    /// @inheritdoc IApprovalProxy
    function pullWithPermit(address token, uint256 amount, Plan calldata plan, Permit calldata permit)
        external
        payable
        returns (uint256)
    {
        _permit(msg.sender, token, amount, permit);
        return _pull(msg.sender, token, amount, plan);
    }

    /// @inheritdoc IApprovalProxy
    function pullSigned(
        address owner,
        address token,
        uint256 amount,
        Plan calldata plan,
        Permit calldata permit,
        bytes calldata signature
    ) external returns (uint256) {
        bytes32 digest = hashTransfer(owner, token, amount, plan);
        require(_isSignedBy(owner, digest, signature), InvalidSignature());
        if (permit.deadline != 0) _permit(owner, token, amount, permit);
        return _pull(owner, token, amount, plan);
    }

    /// @inheritdoc IApprovalProxy
    function pullAuthorized(
        address owner,
        address token,
        uint256 amount,
        Plan calldata plan,
        Authorization calldata authorization
    ) external returns (uint256) {
        IReceiveWithAuthorization(token).receiveWithAuthorization(
            owner,
            address(this),
            amount,
            authorization.validAfter,
            authorization.validBefore,
            PlanHash.hash(plan),
            authorization.v,
            authorization.r,
            authorization.s
        );
        IERC20(token).safeTransfer(ROUTER.runnerOf(owner, token, plan), amount);
        return ROUTER.executeFor(owner, token, plan);
    }

    /// @inheritdoc IApprovalProxy
    function pullPermit2(
        address owner,
        ISignatureTransfer.PermitTransferFrom calldata permit,
        Plan calldata plan,
        bytes calldata signature
    ) external returns (uint256) {
        address token = permit.permitted.token;
        PERMIT2.permitWitnessTransferFrom(
            permit,
            ISignatureTransfer.SignatureTransferDetails(ROUTER.runnerOf(owner, token, plan), permit.permitted.amount),
            owner,
            PlanHash.hash(plan),
            _witnessType(),
            signature
        );
        return ROUTER.executeFor(owner, token, plan);
    }

    /// @inheritdoc IApprovalProxy
    function hashTransfer(address owner, address token, uint256 amount, Plan calldata plan)
        public
        view
        returns (bytes32)
    {
        return _hashTypedDataV4(
            keccak256(abi.encode(TRANSFER_TYPEHASH, owner, token, amount, PlanHash.hash(plan)))
        );
    }

    function _pull(address owner, address token, uint256 amount, Plan calldata plan) private returns (uint256) {
        IERC20(token).safeTransferFrom(owner, ROUTER.runnerOf(owner, token, plan), amount);
        return ROUTER.executeFor{value: msg.value}(owner, token, plan);
    }

    /// @dev The key first: an account that delegates its code (EIP-7702) still signs with it.
    function _isSignedBy(address owner, bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecoverCalldata(digest, signature);
        return (failure == ECDSA.RecoverError.NoError && signer == owner)
            || SignatureChecker.isValidERC1271SignatureNowCalldata(owner, digest, signature);
    }

    /// @dev Whoever sees a permit may submit it first, so a refused one is only an error if the allowance is missing.
    function _permit(address owner, address token, uint256 amount, Permit calldata permit) private {
        try IERC20Permit(token).permit(
            owner, address(this), amount, permit.deadline, permit.v, permit.r, permit.s
        ) {} catch {}
    }

    function _witnessType() private pure returns (string memory) {
        return string(
            bytes.concat(
                "Plan witness)",
                PlanHash.PLAN_TYPE,
                PlanHash.CALL_TYPE,
                PlanHash.SETTLEMENT_TYPE,
                "TokenPermissions(address token,uint256 amount)"
            )
        );
    }
}
